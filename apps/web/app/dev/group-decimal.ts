/** A decimal number with its whole part in groups of three from five digits on: `12,345.678`, `1234.5`; others stay as they are. */
export const groupDecimal = (number: string): string =>
  number.replace(/^(-?)(\d{5,})(?=\.|$)/, (_, sign: string, whole: string) => sign + whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','))
