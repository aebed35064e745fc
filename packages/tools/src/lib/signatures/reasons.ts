import type { Text } from '@octet/core/text.ts'

/** Why a signature does not hold, where no more can be said. */
export const DIFFERS: Text = {
  en: 'It was made with another key or over another text (a line break at the end counts, too)',
  zh: '签名由另一把密钥生成，或内容不同（末尾换行也计入）',
}
