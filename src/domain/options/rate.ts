/** Annual, as a share: a round figure for 91-day treasury bills, shared with the simulated market. */
export const RISK_FREE_RATE = 0.065
