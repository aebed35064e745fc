/** Puts the site's own address where code says `$ORIGIN/…`; other words that look so, as a zone file has them, stay. */
export const fillOrigin = (code: string, origin: string): string => code.replaceAll(/\$ORIGIN(?=\/)/g, () => origin)
