/** Puts the site's own address where code says `$ORIGIN`; `$$ORIGIN` becomes the word itself. */
export const fillOrigin = (code: string, origin: string): string =>
  code.replaceAll(/(\$?)\$ORIGIN/g, (_, mark: string) => (mark ? '$ORIGIN' : origin))

/** Code that somebody else wrote, as a zone file, in which `$ORIGIN` means something of its own: {@link fillOrigin} leaves it. */
export const keepOrigin = (code: string): string => code.replaceAll('$ORIGIN', () => '$$ORIGIN')
