const drawings = {
  equity: [
    { d: 'M4 30C24 26 30 34 46 26S72 10 88 14 108 8 116 6', accent: true },
    { d: 'M4 24C26 22 40 26 58 24S96 18 116 16', accent: false },
  ],
  options: [
    { d: 'M4 20H116', accent: false },
    { d: 'M4 32H34L52 8H72L90 32H116', accent: true },
  ],
  automate: [
    { d: 'M45 16A16 14 0 0 1 74 14M74 14V7M74 14H67', accent: true },
    { d: 'M75 24A16 14 0 0 1 46 26M46 26V33M46 26H53', accent: true },
    { d: 'M4 20H34M86 20H116', accent: false },
  ],
  virtual: [
    { d: 'M4 28L24 20 40 24 58 12', accent: true },
    { d: 'M58 12L66 16M70 13L78 17M83 14L91 8M96 10L104 6M108 8L116 5', accent: true },
    { d: 'M58 4V36', accent: false },
  ],
  backtest: [
    { d: 'M4 22L18 16 28 19 44 8 56 12 70 6 86 10 100 3 116 5', accent: true },
    { d: 'M4 28H18L28 33 38 28H48L56 34 64 28H78L86 32 94 28H116', accent: false },
  ],
  direct: [
    { d: 'M26 14L34 20 26 26', accent: true },
    { d: 'M42 20H70M76 20H94M42 28H62', accent: false },
  ],
} as const

type IntroName = keyof typeof drawings

export function IntroArt({ name }: { readonly name: IntroName }) {
  return (
    <svg
      width="120"
      height="40"
      viewBox="0 0 120 40"
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      {drawings[name].map(({ d, accent }) => (
        <path key={d} d={d} stroke={accent ? 'var(--buy)' : 'var(--line-control)'} />
      ))}
    </svg>
  )
}
