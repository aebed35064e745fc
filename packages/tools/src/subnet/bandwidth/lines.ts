import type { Text } from '@octet/core/text.ts'

/** Lines to compare with, slowest first; the rates are what their makers name, in bits in a second. */
export const LINES: readonly { readonly name: Text; readonly bitsPerSecond: number }[] = [
  { name: { en: 'Modem, 56 kbit/s', zh: '拨号，56 kbit/s' }, bitsPerSecond: 56e3 },
  { name: { en: 'ADSL, 8 Mbit/s', zh: 'ADSL，8 Mbit/s' }, bitsPerSecond: 8e6 },
  { name: { en: '4G, 50 Mbit/s', zh: '4G，50 Mbit/s' }, bitsPerSecond: 50e6 },
  { name: { en: 'Fibre or Fast Ethernet, 100 Mbit/s', zh: '百兆，100 Mbit/s' }, bitsPerSecond: 100e6 },
  { name: { en: '5G, 300 Mbit/s', zh: '5G，300 Mbit/s' }, bitsPerSecond: 300e6 },
  { name: { en: 'USB 2.0, 480 Mbit/s', zh: 'USB 2.0，480 Mbit/s' }, bitsPerSecond: 480e6 },
  { name: { en: 'Gigabit, 1 Gbit/s', zh: '千兆，1 Gbit/s' }, bitsPerSecond: 1e9 },
  { name: { en: '2.5GBASE-T, 2.5 Gbit/s', zh: '2.5G 网口，2.5 Gbit/s' }, bitsPerSecond: 2.5e9 },
  { name: { en: 'USB 3, 5 Gbit/s', zh: 'USB 3，5 Gbit/s' }, bitsPerSecond: 5e9 },
  { name: { en: '10 Gbit/s', zh: '万兆，10 Gbit/s' }, bitsPerSecond: 10e9 },
  { name: { en: '100 Gbit/s', zh: '100 Gbit/s' }, bitsPerSecond: 100e9 },
]
