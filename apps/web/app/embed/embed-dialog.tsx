import { useId, useState } from 'react'
import { LANGS, type Lang, type Text } from '@octet/core/text.ts'
import { useLang, useText } from '../lang.tsx'
import { embedText } from '../text/embed.ts'
import { toQueryWords } from '../tool/query.ts'
import type { ToolState } from '../tool/view.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Snippet } from '../ui/snippet.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { toFrameSnippet, toScriptSnippet, type EmbedChoice } from './snippets.ts'
import './embed.css'

const LANG_NAMES: Readonly<Record<Lang, Text>> = { en: { en: 'English', zh: 'English' }, zh: { en: '中文', zh: '中文' } }
const THEMES = { auto: embedText.themeAuto, light: embedText.themeLight, dark: embedText.themeDark } as const

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
          label={embedText.language}
          values={Object.fromEntries(LANGS.map((lang) => [lang, LANG_NAMES[lang]])) as Record<Lang, Text>}
          value={lang}
          onChange={setLang}
        />
        <Choice label={embedText.theme} values={THEMES} value={theme} onChange={setTheme} />
      </div>
      <Tabs label={t(embedText.embedTool, { tool: t(card.title) })} tabs={tabs} active={active} onChange={setActive} />
      <p className="quiet">{t(embedText.policyHelp, { origin })}</p>
    </Dialog>
  )
}

type ChoiceProps<V extends string> = {
  readonly label: Text
  readonly values: Readonly<Record<V, Text>>
  readonly value: V
  readonly onChange: (value: V) => void
}

function Choice<V extends string>({ label, values, value, onChange }: ChoiceProps<V>) {
  const t = useText()
  const id = useId()
  return (
    <fieldset className="field">
      <legend>{t(label)}</legend>
      <span className="segments">
        {(Object.keys(values) as V[]).map((name) => (
          <label key={name}>
            <input type="radio" name={id} checked={name === value} onChange={() => onChange(name)} />
            <span>{t(values[name])}</span>
          </label>
        ))}
      </span>
    </fieldset>
  )
}
