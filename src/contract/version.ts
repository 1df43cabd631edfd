/** Sent both ways as `x-contract`; a console of another version reloads rather than misread replies. */
export const CONTRACT_VERSION = '4'
export const CONTRACT_VERSION_HEADER = 'x-contract'
