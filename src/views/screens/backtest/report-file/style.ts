export const reportStyle = `
:root { color-scheme: light dark; --paper: #fff; --ink: #15171c; --ink-2: #4b5059; --ink-3: #666c76;
  --line: #e5e4df; --curve: #1f57d6; --up: #067247; --down: #bf2b2b; --up-soft: #e2f3ea; --down-soft: #fae8e8; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #13161a; --ink: #e9ebee; --ink-2: #aab0ba; --ink-3: #8a919c;
    --line: #2c323a; --curve: #6b9bff; --up: #3ecf8e; --down: #ff6b6b; --up-soft: #0d2a1e; --down-soft: #341517; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --ink-2: #333; --ink-3: #555;
    --line: #bbb; --curve: #1f57d6; --up: #067247; --down: #bf2b2b; --up-soft: #fff; --down-soft: #fff; }
  section, tr, figure { break-inside: avoid; }
  section.long { break-inside: auto; }
  .scroll { overflow: visible; }
  @page { margin: 14mm; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1040px; padding: 24px 20px 48px; background: var(--paper); color: var(--ink);
  font: 14px/1.5 Inter, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { margin: 0; font-size: 22px; overflow-wrap: anywhere; }
h2 { margin: 28px 0 8px; font-size: 15px; }
p { margin: 4px 0; overflow-wrap: anywhere; }
.note { color: var(--ink-2); }
#check { margin: 12px 0 0; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; }
#check.agrees { border-color: var(--up); background: var(--up-soft); color: var(--up); }
#check.differs { border-color: var(--down); background: var(--down-soft); color: var(--down); }
.wrong { outline: 2px solid var(--down); }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(290px, 100%), 1fr)); gap: 0 24px; margin: 0; }
dl div { display: flex; gap: 12px; justify-content: space-between; padding: 5px 0; border-top: 1px solid var(--line); }
dt { color: var(--ink-2); }
dd { margin: 0; text-align: right; font-weight: 570; overflow-wrap: anywhere; }
dd[data-figure], dd.figure { white-space: nowrap; }
figure { margin: 0 0 16px; }
figcaption { color: var(--ink-2); }
svg { display: block; width: 100%; height: auto; overflow: visible; }
svg text { fill: var(--ink-3); font-size: 11px; }
svg .axis { stroke: var(--line); }
svg .equity { fill: none; stroke: var(--curve); stroke-width: 1.5; }
svg .drawdown { fill: var(--down); fill-opacity: 0.3; }
.scroll { overflow-x: auto; }
.scroll:focus-visible { outline: 2px solid var(--ink-2); }
table { width: 100%; border-collapse: collapse; font-size: 12.5px; white-space: nowrap; }
caption { padding-bottom: 4px; color: var(--ink-2); text-align: left; }
th, td { padding: 4px 8px; border-top: 1px solid var(--line); text-align: left; }
th { color: var(--ink-2); font-weight: 500; }
.number { text-align: right; }
.up { color: var(--up); }
.down { color: var(--down); }
ul { margin: 0; padding-left: 18px; }
`

export const reportStyleHash = 'sha256-VyNevyfFVxhgpi1QNZpZ4LmmQ64cNwjIWtIpF+N7Gno='
