/** Whether a text is `name=value&…`, the pairs of a query or a form without what stands before them. */
export function isBareQuery(text: string): boolean {
  return /^[^\s/?#:=&]+=\S*$/.test(text.trim())
}
