/** Seconds as a clock shows them: `4:05`, `1:00:09`, `2:03:04:05` with days in front. */
export function toCountdown(seconds: number): string {
  const parts = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60]
  const first = Math.min(
    2,
    parts.findIndex((part) => part > 0),
  )
  return parts
    .slice(first < 0 ? 2 : first)
    .map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0')))
    .join(':')
}
