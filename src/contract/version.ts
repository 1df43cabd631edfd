/** Sent by the console and answered by the server as `x-contract`; a console of another version reloads rather than misread. */
export const CONTRACT_VERSION = '3'
export const CONTRACT_VERSION_HEADER = 'x-contract'
