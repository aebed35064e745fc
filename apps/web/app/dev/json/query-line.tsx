import { useEffect, useState } from 'react'
import type { JsonInput } from '@octet/tools/format/json/input.ts'
import { useText } from '../../lang.tsx'
import { jsonText } from '../../text/dev-json.ts'
import { Button } from '../../ui/button.tsx'

const LANGUAGES = {
  path: { title: 'JSONPath', whole: '$', example: '$.store.book[?@.price < 10].title' },
  jq: { title: 'jq', whole: '.', example: '.store.book | map(select(.price < 10))' },
  jmespath: { title: 'JMESPath', whole: '@', example: 'store.book[?price < `10`].title' },
} as const
type Language = keyof typeof LANGUAGES
const NAMES = Object.keys(LANGUAGES) as Language[]

type QueryLineProps = { readonly input: JsonInput; readonly act: (change: Partial<JsonInput>) => void }

/** A query in one of three languages; each keeps its own words. */
export function QueryLine({ input, act }: QueryLineProps) {
  const t = useText()
  const asked = NAMES.find((name) => name === input.action)
  const [language, setLanguage] = useState<Language>(asked ?? 'path')
  const [words, setWords] = useState(() => toAllWords(input))
  const { path, jq, jmespath } = input

  // A link or an example brings its query after the page.
  useEffect(() => {
    if (asked) setLanguage(asked)
    setWords(toAllWords({ path, jq, jmespath }))
  }, [asked, path, jq, jmespath])

  const { example } = LANGUAGES[language]
  const help = t(jsonText.queryHelp, { example })
  const ask = (name = language) => act({ action: name, [name]: words[name].trim() || LANGUAGES[name].whole })
  return (
    <div className="path-line">
      <select
        aria-label={t(jsonText.queryLanguage)}
        value={language}
        onChange={(event) => {
          const next = event.target.value as Language
          setLanguage(next)
          if (input.action === language) ask(next)
        }}
      >
        {NAMES.map((name) => (
          <option key={name} value={name}>
            {LANGUAGES[name].title}
          </option>
        ))}
      </select>
      <input
        className="mono"
        aria-label={help}
        placeholder={example}
        title={help}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={words[language]}
        onChange={(event) => setWords({ ...words, [language]: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          ask()
        }}
      />
      <Button icon="Search" aria-pressed={input.action === language} onClick={() => ask()}>
        {t(jsonText.query)}
      </Button>
    </div>
  )
}

/** The query for everything is the same as none. */
const toWords = (name: Language, query: string) => (query === LANGUAGES[name].whole ? '' : query)

const toAllWords = ({ path, jq, jmespath }: Pick<JsonInput, Language>): Readonly<Record<Language, string>> => ({
  path: toWords('path', path),
  jq: toWords('jq', jq),
  jmespath: toWords('jmespath', jmespath),
})
