const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\/([\d.]+)/, 'WeChat'],
  [/\b(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A `User-Agent` in a word or two: «Firefox 142 · Linux», «curl/8.9». Empty for none. */
export function toDeviceName(agent: string): string {
  const browser = BROWSERS.find(([shape]) => shape.test(agent))
  const system = SYSTEMS.find(([shape]) => shape.test(agent))?.[1]
  if (!browser) return agent.split(' ', 1)[0]?.slice(0, 40) ?? ''
  const [shape, name] = browser
  const version = shape.exec(agent)?.[1]?.split('.', 1)[0]
  return [`${name} ${version}`, system].filter(Boolean).join(' · ')
}
