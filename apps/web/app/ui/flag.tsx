/** Flag of a country, by its code, beside its name. It comes after what is read, and keeps its place until then. */
export const Flag = ({ code, alt = '', width = 20 }: { code: string; alt?: string; width?: 18 | 20 }) => (
  <img src={`/flags/${code.toLowerCase()}.svg`} alt={alt} width={width} height={width * 0.75} loading="lazy" />
)
