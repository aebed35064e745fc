/** Shells whose quoting is known; which of them is seen from the text. */
export const SHELLS = ['auto', 'bash', 'cmd', 'powershell'] as const
export type Shell = Exclude<(typeof SHELLS)[number], 'auto'>
