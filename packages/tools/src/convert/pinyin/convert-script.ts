/** Turns simplified characters into traditional ones of a region, or back. */
export async function loadConverter(to: 'traditional' | 'simplified', region: string): Promise<(text: string) => string> {
  if (to === 'traditional') return (await import('opencc-js/cn2t')).Converter({ from: 'cn', to: region })
  return (await import('opencc-js/t2cn')).Converter({ from: region, to: 'cn' })
}
