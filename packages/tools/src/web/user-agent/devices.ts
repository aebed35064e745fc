/** What a header says of system and device, beside what the parser reads. */
export type Machine = { system?: string; systemVersion?: string; device?: string; vendor?: string; model?: string }

/** The first row whose mark stands in the header; `$1` and `$2` are what the mark found. */
const MACHINES: readonly (readonly [mark: RegExp, machine: Machine])[] = [
  [
    /PlayStation (?:Portable|Vita)(?: ([\d.]+))?/,
    { system: 'PlayStation', systemVersion: '$1', device: 'console', vendor: 'Sony' },
  ],
  [
    /PlayStation (\d)(?:\/| )?([\d.]*)/,
    { system: 'PlayStation $1', systemVersion: '$2', device: 'console', vendor: 'Sony', model: 'PlayStation $1' },
  ],
  [/; (Xbox (?:One|Series X))[;)]/, { system: 'Xbox', systemVersion: '', device: 'console', vendor: 'Microsoft', model: '$1' }],
  [/; Xbox[;)]/, { system: 'Xbox', systemVersion: '', device: 'console', vendor: 'Microsoft' }],
  [
    /Nintendo (?:Switch|WiiU|Wii U|Wii|3DS|DSi)/,
    { system: '$&', systemVersion: '', device: 'console', vendor: 'Nintendo', model: '$&' },
  ],
  [/\(Phone; OpenHarmony/, { device: 'mobile' }],
  [/\(Tablet; OpenHarmony/, { device: 'tablet' }],
  [/\((?:PC|2in1); OpenHarmony/, { device: 'desktop' }],
  [/; HarmonyOS(?: ([\d.]+))?[;)]/, { system: 'HarmonyOS', systemVersion: '$1' }],
  [/\b(FreeBSD|OpenBSD|NetBSD|DragonFly)\b(?: ([\d.]+))?/, { system: '$1', systemVersion: '$2', device: 'desktop' }],
  [/\bKAIOS\/([\d.]+)/i, { system: 'KaiOS', systemVersion: '$1' }],
  [/\bCrOS\b/, { device: 'desktop' }],
  [/; (Quest(?: \d| Pro)?)[;)]/, { device: 'vr', vendor: 'Meta', model: '$1' }],
  [/Microsoft; (Lumia[^;)]*)/, { vendor: 'Microsoft', model: '$1' }],
  [/; (BRAVIA[^;)]*?)(?: Build\/|[;)])/, { device: 'tv', vendor: 'Sony', model: '$1' }],
  [/; (AFT\w+)(?: Build\/|[;)])/, { device: 'tv', vendor: 'Amazon', model: '$1' }],
  [/\b(?:Android TV|GoogleTV|CrKey|HbbTV|SMART-TV|SmartTV)\b/, { device: 'tv' }],
]

export function findMachine(header: string): Machine {
  for (const [mark, machine] of MACHINES) {
    const found = mark.exec(header)
    if (!found) continue
    const fill = (text: string) =>
      text.replaceAll(/\$([&12])/g, (_, part: string) => found[part === '&' ? 0 : Number(part)] ?? '')
    return Object.fromEntries(Object.entries(machine).map(([key, text]) => [key, fill(text)]))
  }
  return {}
}

/** Makers of Android devices, by how they number their models. */
const MAKERS: readonly (readonly [model: RegExp, maker: string])[] = [
  [/^(?:SM|GT|SCH|SGH)-/, 'Samsung'],
  [/^Pixel\b/, 'Google'],
  // Google sold those of others.
  [/^Nexus (?:4|5X?)\b/, 'LG'],
  [/^Nexus 6P\b/, 'Huawei'],
  [/^Nexus 6\b/, 'Motorola'],
  [/^Nexus (?:7|Player)\b/, 'ASUS'],
  [/^Nexus (?:9|One)\b/, 'HTC'],
  [/^(?:Galaxy Nexus|Nexus (?:10|S))\b/, 'Samsung'],
  [/^(?:Redmi|POCO|MIX?)\b|^M\d{4}[A-Z]\d+|^2\d{3,7}[A-Z\d]{3,}$/i, 'Xiaomi'],
  [/^(?:vivo\b|V[12]\d{3}[A-Z]*$)/i, 'vivo'],
  [/^(?:OPPO\b|CPH\d{4}|P[A-H][A-Z]{2}\d0$)/i, 'OPPO'],
  [/^RMX\d{4}/, 'realme'],
  [/^(?:ONEPLUS|(?:IN|KB|LE|NE|PJ|PH)\d{4}$)/i, 'OnePlus'],
  [/^HUAWEI\b/i, 'Huawei'],
  [/^HONOR\b/i, 'Honor'],
  [/^moto\b/i, 'Motorola'],
  [/^XQ-/, 'Sony'],
  [/^L[GM]-/, 'LG'],
  [/^(?:KF[A-Z]{2,4}|AFT\w+)$/, 'Amazon'],
  [/^ASUS[ _]/i, 'ASUS'],
  [/^HTC\b/, 'HTC'],
  [/^Nokia\b/, 'Nokia'],
  [/^Lenovo\b/, 'Lenovo'],
  [/^TECNO\b/, 'Tecno'],
  [/^Infinix\b/, 'Infinix'],
  [/^CUBOT/i, 'Cubot'],
]

export function findMaker(model: string): string {
  return MAKERS.find(([mark]) => mark.test(model))?.[1] ?? ''
}
