/** A place of a claim or of the data, from town to country, with the source that says so. */
export function toPlace(said: Readonly<Record<string, unknown>>): string {
  const place = [said['city_name'], said['region_name'] ?? said['region_code'], said['country_code']].filter(Boolean).join(', ')
  return typeof said['source'] === 'string' ? `${place || '–'} (${said['source']})` : place
}
