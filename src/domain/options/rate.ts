/**
 * The rate a year at which premiums are discounted, as a share: a round figure for 91-day treasury bills, and that of
 * the simulated market. With a forward given it moves prices by less than their ticks on near expiries.
 */
export const RISK_FREE_RATE = 0.065
