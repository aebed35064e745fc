/** As `toLocaleString('en')`, which costs milliseconds the first time: pages with an address begin with it. Takes figures as text too. */
export const groupDigits = (count: bigint | number | string): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
