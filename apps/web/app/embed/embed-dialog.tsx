import { useState } from 'react'
import { LANGS, type Lang } from '@octet/core/text.ts'
import { useLang, useText } from '../lang.tsx'
import { embedText } from '../text/embed.ts'
import { toQueryWords } from '../tool/query.ts'
import type { ToolState } from '../tool/view.ts'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Snippet } from '../ui/snippet.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { toFrameSnippet, toScriptSnippet, type EmbedChoice } from './snippets.ts'
import './embed.css'

const LANG_NAMES: Readonly<Record<Lang, string>> = { en: 'English', zh: '中文' }
const THEMES = ['auto', 'light', 'dark'] as const
const THEME_WORDS = { auto: embedText.themeAuto, light: embedText.themeLight, dark: embedText.themeDark } as const

/** The lines that put this tool, with its options as they stand, into another page. */
export default function EmbedDialog({ card, fields, input, onClose }: ToolState & { readonly onClose: () => void }) {
  const t = useText()
  const own = useLang()
  const [lang, setLang] = useState<Lang>(own)
  const [theme, setTheme] = useState<EmbedChoice['theme']>('auto')
  const [active, setActive] = useState('script')
  const { origin } = location
  const query = new URLSearchParams(toQueryWords(fields, input, false)).toString()
  const choice = { id: card.id, origin, lang, theme, query, title: card.title[lang] }
  const tabs = [
    { id: 'script', label: t(embedText.script), content: <Snippet code={toScriptSnippet(choice)} /> },
    {
      id: 'frame',
      label: t(embedText.frame),
      content: (
        <>
          <Snippet code={toFrameSnippet(choice)} />
          <p className="quiet">{t(embedText.frameHelp)}</p>
        </>
      ),
    },
  ]
  return (
    <Dialog title={t(embedText.embedTool, { tool: t(card.title) })} className="embed-dialog" onClose={onClose}>
      <p className="quiet">{t(embedText.help)}</p>
      <div className="embed-choices">
        <Choice
          label={t(embedText.language)}
          options={LANGS.map((value) => ({ value, words: LANG_NAMES[value] }))}
          value={lang}
          onChange={setLang}
        />
        <Choice
          label={t(embedText.theme)}
          options={THEMES.map((value) => ({ value, words: t(THEME_WORDS[value]) }))}
          value={theme}
          onChange={setTheme}
        />
      </div>
      <Tabs label={t(embedText.embedTool, { tool: t(card.title) })} tabs={tabs} active={active} onChange={setActive} />
      <p className="quiet">{t(embedText.policyHelp, { origin })}</p>
    </Dialog>
  )
}
