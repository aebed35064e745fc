import type { Text } from '@octet/core/text.ts'

export type Named = { readonly name: string; readonly value: string }

const mark = (en: string, zh: string): Text => ({ en, zh })

/** IPTC's digital source types (cv.iptc.org/newscodes/digitalsourcetype) of what a model made. */
const SOURCES: Readonly<Record<string, Text>> = {
  trainedAlgorithmicMedia: mark('made by a generative model (IPTC digital source type)', '由生成式模型制作（IPTC 数字来源类型）'),
  compositeWithTrainedAlgorithmicMedia: mark(
    'partly made by a generative model (IPTC digital source type)',
    '部分由生成式模型制作（IPTC 数字来源类型）',
  ),
  algorithmicMedia: mark('made by an algorithm (IPTC digital source type)', '由算法生成（IPTC 数字来源类型）'),
}
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/^(?:invokeai_metadata|sd-metadata|dream)$/i, 'InvokeAI'],
  [/^(?:prompt|workflow)$/i, 'ComfyUI'],
]
const SOFTWARE =
  /\b(?:NovelAI|Midjourney|DALL[·-]?E|Stable ?Diffusion|ComfyUI|InvokeAI|Fooocus|Firefly|Imagen|Google AI|OpenAI|Jimeng|Doubao)\b|即梦|豆包|文心一格|通义万相/i

/** Signs that a generator of pictures left in texts and properties. What is found is what the file claims: anybody can write it. */
export function findAiMarks(fields: readonly Named[]): Text[] {
  const found = new Map<string, Text>()
  const add = (text: Text) => found.set(text.en, text)
  for (const { name, value } of fields) {
    const source = /DigitalSourceType$/i.test(name) ? SOURCES[value.slice(value.lastIndexOf('/') + 1)] : undefined
    if (source) add(source)
    // GB 45438-2025 Annex E: a property AIGC, or JSON with that key, whose Label is 1 (made), 2 (may be) or 3 (suspected).
    if (/(?:^|[:/])AIGC$/i.test(name) || /^\s*\{\s*"AIGC"/.test(value)) add(toLabel(value))
    if (/^parameters$/i.test(name) || (value.includes('Steps: ') && value.includes('Sampler: ')))
      add(mark('parameters of Stable Diffusion', 'Stable Diffusion 生成参数'))
    const program = PROGRAMS.find(([pattern]) => pattern.test(name))?.[1]
    if (program && /^\s*[{[]|Steps/.test(value)) add(mark(`data of ${program}`, `${program} 生成数据`))
    if (/(?:Software|CreatorTool|Source|Make|Artist|Credit|softwareAgent|AISystemUsed)$/i.test(name)) {
      const software = SOFTWARE.exec(value)?.[0]
      if (software) add(mark(`“${software}” is named in ${name}`, `${name} 中写有“${software}”`))
    }
  }
  return [...found.values()]
}

const LABELS: Readonly<Record<string, Text>> = {
  1: mark('label of AI content (GB 45438): made by AI', 'AI 内容标识（GB 45438）：属于人工智能生成合成'),
  2: mark('label of AI content (GB 45438): perhaps made by AI', 'AI 内容标识（GB 45438）：可能为人工智能生成合成'),
  3: mark('label of AI content (GB 45438): suspected to be made by AI', 'AI 内容标识（GB 45438）：疑似人工智能生成合成'),
}

function toLabel(value: string): Text {
  const label = /"Label"\s*:\s*"?([123])/.exec(value)?.[1]
  return LABELS[label ?? ''] ?? mark('label of AI content (GB 45438)', 'AI 内容标识（GB 45438）')
}
