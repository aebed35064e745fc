import type { WireguardInput } from '@octet/tools/ip/wireguard/input.ts'
import type { WireguardOutput } from '@octet/tools/ip/wireguard/run.ts'
import { TextFile } from '../dev/text-file.tsx'
import { useText } from '../lang.tsx'
import { ResultView } from '../result/result-view.tsx'
import { smallText } from '../text/dev-small.ts'
import { siteText } from '../text/site.ts'
import { toolText } from '../text/tool.ts'
import { unwrap, type Schema } from '../tool/schema.ts'
import type { ToolState } from '../tool/view.ts'
import { Button } from '../ui/button.tsx'
import './wireguard.css'

/** What was found, or the files: the server’s, each device’s with its picture, and what to do on the server. */
export function Result({ card, result, isRunning, run }: ToolState<WireguardInput, WireguardOutput>) {
  const t = useText()
  if (!result) return null
  const { text: _text, server, devices, setup, ...facts } = result
  const { properties = {} } = card.output as Schema
  const toLabel = (name: string) => t(unwrap(properties[name] ?? {}).label ?? toolText.output)
  return (
    <div className="result" aria-busy={isRunning}>
      <header className="pane-head">
        <h2>{t(toolText.output)}</h2>
        {server !== undefined && (
          <Button kind="ghost" icon="Refresh" onClick={() => run()}>
            {t(smallText.makeNew)}
          </Button>
        )}
      </header>
      <ResultView schema={card.output} value={facts} />
      {server !== undefined && <TextFile label={toLabel('server')} text={server} fileName="wg0.conf" />}
      {setup !== undefined && <TextFile label={toLabel('setup')} text={setup} fileName="setup.sh" />}
      {devices?.map(({ name, config, qr }) => (
        <div key={name} className="wireguard-device">
          <TextFile label={name} text={config} fileName={`${toFileStem(name)}.conf`} />
          {qr !== undefined && <img src={qr} alt={t(siteText.pair, { name: t(smallText.qrCode), value: name })} />}
        </div>
      ))}
    </div>
  )
}

/** wg-quick names the interface by the file: up to 15 characters of these. */
const toFileStem = (name: string): string => name.replaceAll(/[^\w=+.-]+/g, '').slice(0, 15) || 'wg0'
