/** The lines of a text, whichever end them: `\n`, `\r\n`, or `\r` alone as old Macs and some spreadsheets write it. */
export const splitLines = (text: string): string[] => text.split(/\r\n?|\n/)
