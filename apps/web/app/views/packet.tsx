import './packet.css'
import './wide-tool.css'
import { useMemo, useState, type PointerEvent } from 'react'
import { useText } from '../lang.tsx'
import { packetText } from '../text/packet.ts'
import type { ToolState } from '../tool/view.ts'
import { Workbench } from '../tool/workbench.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

type Field = {
  readonly offset: number
  readonly sizeBytes: number
  readonly name: string
  readonly value: string
  readonly meaning?: string
}
type Layer = {
  readonly name: string
  readonly offset: number
  readonly sizeBytes: number
  readonly faults: readonly string[]
  readonly fields: readonly Field[]
}
type Row = {
  readonly number: number
  readonly time?: string
  readonly source: string
  readonly destination: string
  readonly protocol: string
  readonly sizeBytes: number
  readonly info: string
}
type Output = {
  readonly number: number
  readonly packets: readonly Row[]
  readonly more?: number
  readonly layers: readonly Layer[]
  readonly hex: string
  readonly notes: readonly string[]
}
type PacketTool = ToolState<{ number: number }, Output>
/** Bytes of the packet that are marked. */
type Span = Pick<Field, 'offset' | 'sizeBytes'>

/** The packet above, its layers below beside its bytes. */
export default function PacketView(tool: PacketTool) {
  return (
    <div className="wide-tool packet">
      <Workbench {...(tool as ToolState)} Result={Packets} />
    </div>
  )
}

function Packets({ result, run }: PacketTool) {
  const t = useText()
  if (!result) return null
  const { packets, number, more = 0, notes, layers, hex } = result
  const [only] = packets
  return (
    <div className="result">
      {packets.length > 1 ? (
        <PacketList rows={packets} number={number} onPick={(picked) => run({ number: picked })} />
      ) : (
        only && <Headline row={only} />
      )}
      {more > 0 && <p className="packet-more">{t(packetText.more, { count: more.toLocaleString('en') })}</p>}
      {notes.length > 0 && (
        <ul className="packet-notes" aria-label={t(packetText.wrong)}>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Anatomy key={`${number} ${hex.slice(0, 64)}`} layers={layers} hex={hex} />
    </div>
  )
}

/** What one packet is, in a line. */
function Headline({ row: { protocol, source, destination, info } }: { readonly row: Row }) {
  return (
    <p className="packet-head">
      <strong>{protocol}</strong>
      {source !== '' && (
        <span className="packet-ends">
          {source} → {destination}
        </span>
      )}
      <span>{info}</span>
    </p>
  )
}

type ListProps = { readonly rows: readonly Row[]; readonly number: number; readonly onPick: (number: number) => void }

/** All packets; the one that is shown is pressed. */
function PacketList({ rows, number, onPick }: ListProps) {
  const t = useText()
  return (
    <ScrollArea label={t(packetText.packets)} className="packet-list">
      {rows.map((row) => (
        <button
          key={row.number}
          type="button"
          aria-pressed={row.number === number}
          className="packet-row"
          onClick={() => onPick(row.number)}
        >
          <span className="packet-number">{row.number}</span>
          {row.time !== undefined && <span className="packet-time">{row.time.slice(11)}</span>}
          {row.source !== '' && (
            <span className="packet-ends">
              {row.source} → {row.destination}
            </span>
          )}
          <strong>{row.protocol}</strong>
          <span className="packet-info">{row.info}</span>
        </button>
      ))}
    </ScrollArea>
  )
}

/** Layers with their fields, and the bytes they stand in: to point at either marks the other. */
function Anatomy({ layers, hex }: { readonly layers: readonly Layer[]; readonly hex: string }) {
  const t = useText()
  const [marked, setMarked] = useState<Span>()
  return (
    <div className="packet-anatomy">
      <section className="packet-layers" aria-label={t(packetText.layers)}>
        {layers.map((layer, at) => (
          <details key={at} open className="packet-layer">
            <summary onPointerEnter={() => setMarked(layer)}>
              <h3>{layer.name}</h3>
              <span className="quiet">{layer.sizeBytes} B</span>
            </summary>
            <dl>
              {layer.fields.map((field, index) => (
                <div
                  key={index}
                  className={isSame(field, marked) ? 'marked' : undefined}
                  onPointerEnter={() => setMarked(field)}
                  onPointerDown={() => setMarked(field)}
                >
                  <dt>{field.name}</dt>
                  <dd>
                    <code>{field.value}</code>
                    {field.meaning !== undefined && <span className="packet-meaning">{field.meaning}</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        ))}
      </section>
      <Bytes hex={hex} layers={layers} marked={marked} onMark={setMarked} />
    </div>
  )
}

const isSame = (field: Span, marked: Span | undefined): boolean =>
  marked !== undefined && field.sizeBytes > 0 && field.offset === marked.offset && field.sizeBytes === marked.sizeBytes

/** Bytes that are drawn, and in a line. */
const MAX_BYTES = 4_096
const ROW_BYTES = 16

type BytesProps = {
  readonly hex: string
  readonly layers: readonly Layer[]
  readonly marked: Span | undefined
  readonly onMark: (span: Span) => void
}

function Bytes({ hex, layers, marked, onMark }: BytesProps) {
  const t = useText()
  const size = hex.length / 2
  const bytes = useMemo(
    () => Array.from({ length: Math.min(size, MAX_BYTES) }, (_, at) => hex.slice(at * 2, at * 2 + 2)),
    [hex, size],
  )
  const fields = useMemo(() => layers.flatMap((layer) => layer.fields), [layers])
  const onPointer = ({ target }: PointerEvent) => {
    const at = Number((target as HTMLElement).dataset['at'] ?? Number.NaN)
    if (Number.isNaN(at)) return
    const holds = ({ offset, sizeBytes }: Span) => at >= offset && at < offset + sizeBytes
    const found = fields.filter(holds).sort((a, b) => a.sizeBytes - b.sizeBytes)[0] ?? layers.findLast(holds)
    if (found) onMark(found)
  }
  const isMarked = (at: number) => marked !== undefined && at >= marked.offset && at < marked.offset + marked.sizeBytes
  const rows = Array.from({ length: Math.ceil(bytes.length / ROW_BYTES) }, (_, row) => row * ROW_BYTES)
  return (
    <section className="packet-bytes" aria-label={t(packetText.bytes)}>
      <ScrollArea label={t(packetText.bytes)} className="packet-dump">
        <div onPointerOver={onPointer} onPointerDown={onPointer}>
          {rows.map((start) => (
            <div key={start} className="packet-line">
              <span className="packet-offset">{start.toString(16).padStart(4, '0')}</span>
              <span>
                {bytes.slice(start, start + ROW_BYTES).map((byte, index) => (
                  <span key={index} data-at={start + index} className={isMarked(start + index) ? 'byte marked' : 'byte'}>
                    {byte}{' '}
                  </span>
                ))}
              </span>
            </div>
          ))}
        </div>
      </ScrollArea>
      {size > MAX_BYTES && <p className="quiet">{t(packetText.bytesMore, { count: (size - MAX_BYTES).toLocaleString('en') })}</p>}
    </section>
  )
}
