import type { z } from 'zod'
import type { cipherOutput } from '@octet/tools/crypto/cipher/fields.ts'
import { useText } from '../../lang.tsx'
import { Value } from '../../result/value.tsx'
import { toSizeWords } from '../../size-words.ts'
import { cipherText } from '../../text/dev-cipher.ts'
import { saveFile } from '../../tool/result-actions.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CodeList } from '../code-list.tsx'

export type CipherAnswer = z.output<typeof cipherOutput>

/** What a run used and what is worth knowing of it: IV, salt, tag, notes, the command of OpenSSL, code. */
export function CipherResult({ result, askCode }: { result: CipherAnswer; askCode: (() => void) | undefined }) {
  const t = useText()
  const { cipher, key, iv, salt, tag, command, file, notes, snippets = [] } = result
  const facts = Object.entries({ key, iv, salt, tag }).filter(([, value]) => value)
  return (
    <>
      {file && (
        <p className="cipher-save">
          <Button icon="Download" onClick={() => saveFile(file instanceof File ? file : new File([file], 'result'))}>
            {t(cipherText.saveFile, { size: toSizeWords(file.size) })}
          </Button>
        </p>
      )}
      {notes.length > 0 && (
        <ul className="cipher-notes">
          {notes.map((note) => (
            <li key={note}>
              <Icon name="AlertCircle" size={16} />
              <span>{note}</span>
            </li>
          ))}
        </ul>
      )}
      <section className="cipher-facts">
        <h3>
          {t(cipherText.facts)} <span className="quiet">{cipher}</span>
        </h3>
        <dl>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{t(cipherText[name as 'key' | 'iv' | 'salt' | 'tag'])}</dt>
              <dd className="mono">
                <Value value={value} schema={{}} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {command && (
        <section className="cipher-command">
          <h3>{t(cipherText.command)}</h3>
          <pre tabIndex={0}>{command}</pre>
          <CopyButton isIconOnly text={command} />
        </section>
      )}
      <CodeList pieces={snippets} />
      {askCode && (
        <p className="cipher-save">
          <Button icon="Code" onClick={askCode}>
            {t(cipherText.code)}
          </Button>
        </p>
      )}
    </>
  )
}
