import type { Plugin } from 'vite'

const EMOJI_DATA = /emojibase-data[\\/](en|zh)[\\/]compact\.json$/

type Row = {
  readonly hexcode: string
  readonly label: string
  readonly unicode: string
  readonly group?: number
  readonly order?: number
  readonly tags?: readonly string[]
  readonly skins?: readonly Row[]
}

/**
 * Leaves of the data of emoji what the tool reads, less than half: of skin tones the characters alone, in Chinese the names and
 * words. Node.js reads the whole files.
 */
export const emojiDataPlugin = (): Plugin => ({
  name: 'octet-emoji-data',
  enforce: 'pre',
  transform: {
    filter: { id: EMOJI_DATA },
    handler(code, id) {
      const isChinese = EMOJI_DATA.exec(id)?.[1] === 'zh'
      const rows = (JSON.parse(code) as Row[]).filter(({ group }) => group !== undefined)
      return { code: JSON.stringify(rows.map(isChinese ? toNames : toEmoji)), map: null }
    },
  },
})

const toNames = ({ hexcode, label, tags }: Row) => ({ hexcode, label, tags })

const toEmoji = ({ skins, hexcode, label, tags, unicode, group, order }: Row) => ({
  hexcode,
  label,
  tags,
  unicode,
  group,
  order,
  ...(skins && { skins: skins.map((skin) => ({ unicode: skin.unicode })) }),
})
