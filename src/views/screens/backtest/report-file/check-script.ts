/** Runs in the saved file, where nothing of the console is; the test of the report compares its hash. */
export const checkScript = `'use strict';
(function () {
  var trades = JSON.parse(document.getElementById('trades').textContent);
  var line = document.getElementById('check');
  var wrong = [];
  var WITHIN = 0.00501;
  function printed(node) {
    var digits = node.textContent.replace('\\u2212', '-').replace(/[^0-9.-]/g, '');
    return digits === '' ? null : Number(digits);
  }
  function agree(one, other) {
    if (one === null || other === null) return one === other;
    return Math.abs(one - other) < WITHIN;
  }
  function check(name, node, computed) {
    if (node !== null && agree(printed(node), computed)) return;
    wrong.push(name + ' (printed ' + (node === null ? 'nothing' : node.textContent.trim()) +
      ', computed ' + (computed === null ? 'none' : computed.toFixed(2)) + ')');
    if (node !== null) node.classList.add('wrong');
  }
  var net = 0, charges = 0, wins = 0, won = 0, lost = 0, peak = 0, deepest = 0;
  trades.forEach(function (trade, index) {
    var name = 'trade ' + (index + 1);
    var sign = trade.side === 'buy' ? 1 : -1;
    var row = document.querySelector('tr[data-trade="' + index + '"]');
    net += trade.netPnl;
    charges += trade.charges;
    if (trade.netPnl > 0) { wins += 1; won += trade.netPnl; }
    if (trade.netPnl < 0) lost -= trade.netPnl;
    peak = Math.max(peak, net);
    deepest = Math.max(deepest, peak - net);
    check('net P&L of ' + name, row === null ? null : row.querySelector('[data-of=net]'), trade.netPnl);
    check('charges of ' + name, row === null ? null : row.querySelector('[data-of=charges]'), trade.charges);
    if (!agree(trade.grossPnl - trade.charges, trade.netPnl))
      wrong.push('net P&L of ' + name + ' is not its gross P&L less its charges');
    if (!trade.hasLegs && !agree((trade.exitPrice - trade.entryPrice) * trade.quantity * sign, trade.grossPnl))
      wrong.push('gross P&L of ' + name + ' does not follow from its prices');
  });
  var count = trades.length;
  var computed = {
    netPnl: net, charges: charges, trades: count,
    winRate: count === 0 ? null : wins / count * 100,
    profitFactor: lost === 0 ? null : won / lost,
    maxDrawdown: deepest
  };
  var names = {
    netPnl: 'net P&L', charges: 'charges', trades: 'trades', winRate: 'win rate',
    profitFactor: 'profit factor', maxDrawdown: 'max drawdown by trade'
  };
  Object.keys(computed).forEach(function (id) {
    check(names[id], document.querySelector('[data-figure=' + id + ']'), computed[id]);
  });
  if (document.querySelectorAll('tr[data-trade]').length !== count)
    wrong.push('the table has another number of trades than the data');
  line.classList.add(wrong.length === 0 ? 'agrees' : 'differs');
  var said = 'Computed again from the ' + count + (count === 1 ? ' trade' : ' trades') + ' in this file';
  line.textContent = wrong.length === 0
    ? said + ': all figures agree.'
    : said + ', and these do not agree: ' + wrong.join('; ') + '.';
})();
`

export const checkScriptHash = 'sha256-g4RK0aSMaFbW2CDYBOy43pPHa2GwR89HA+baTgjyij4='
