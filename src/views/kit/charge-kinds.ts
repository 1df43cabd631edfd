export const chargeKinds = [
  ['stt', 'STT'],
  ['brokerage', 'Brokerage'],
  ['transaction', 'Exchange'],
  ['gst', 'GST'],
  ['stamp', 'Stamp duty'],
  ['sebi', 'SEBI'],
  ['dp', 'DP'],
  ['fees', 'Square-off'],
] as const
