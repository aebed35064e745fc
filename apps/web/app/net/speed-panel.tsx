import { useLang, useText } from '../lang.tsx'
import { toGap } from '../sentence-gap.ts'
import { toSizeWords } from '../size-words.ts'
import { netTestText as words } from '../text/net-test.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { toFigure, toSpeeds } from './figures.ts'
import { LineChart } from './line-chart.tsx'
import { Stat } from './stat.tsx'
import { toFigures, useSpeedTest, type SpeedFigures, type SpeedPhase } from './use-speed-test.ts'

const CHART_MS = 6200
const PHASES: Readonly<Record<SpeedPhase, keyof typeof words>> = {
  idle: 'cost',
  latency: 'phaseLatency',
  download: 'phaseDownload',
  upload: 'phaseUpload',
  done: 'phaseDone',
  failed: 'phaseFailed',
}
const TONES = { 'A+': 'ok', A: 'ok', B: 'warn', C: 'warn', D: 'bad', F: 'bad' } as const

/** Download, upload and what they do to the latency, between this browser and this server. */
export function SpeedPanel() {
  const t = useText()
  const lang = useLang()
  const { result, start, cancel, isRunning } = useSpeedTest()
  const figures = toFigures(result)
  const isDone = result.phase === 'done'
  return (
    <section className="net-panel speed-panel">
      <header>
        <h2>{t(words.speed)}</h2>
        {isDone && <ResultButtons text={toSummary(figures, t)} />}
        {isRunning ? (
          <Button icon="PlayerStop" onClick={cancel}>
            {t(words.stop)}
          </Button>
        ) : (
          <Button kind="primary" icon="Gauge" onClick={() => void start()}>
            {t(isDone ? words.again : words.start)}
          </Button>
        )}
      </header>
      <p role="status" data-phase={result.phase}>
        {t(words[PHASES[result.phase]], { reason: result.message || t(words.noReason) })}
        {isDone && toGap(lang) + t(words.used, { size: toSizeWords(figures.usedBytes) })}
      </p>
      <Figures {...figures} />
      {result.down.length > 1 && (
        <div className="speed-charts">
          <SpeedChart name="chartDown" samples={result.down} title={t(words.download)} />
          {result.up.length > 1 && <SpeedChart name="chartUp" samples={result.up} title={t(words.upload)} />}
        </div>
      )}
    </section>
  )
}

function Figures({ downMbps, upMbps, unloadedMs, downLoadedMs, upLoadedMs, jitterMs, addedMs, grade }: SpeedFigures) {
  const t = useText()
  const figure = (value: number | undefined) => (value === undefined ? undefined : toFigure(value))
  return (
    <dl className="net-stats">
      <Stat label={t(words.download)} value={figure(downMbps)} unit="Mbit/s" />
      <Stat label={t(words.upload)} value={figure(upMbps)} unit="Mbit/s" />
      <Stat label={t(words.latency)} value={figure(unloadedMs)} unit="ms" />
      <Stat label={t(words.loadedDown)} value={figure(downLoadedMs)} unit="ms" />
      <Stat label={t(words.loadedUp)} value={figure(upLoadedMs)} unit="ms" />
      <Stat label={t(words.jitter)} value={figure(jitterMs)} unit="ms" />
      <Stat
        label={t(words.grade)}
        value={grade}
        tone={grade && TONES[grade]}
        note={
          addedMs === undefined ? undefined : <span title={t(words.gradeHelp)}>{t(words.added, { ms: toFigure(addedMs) })}</span>
        }
      />
    </dl>
  )
}

type SpeedChartProps = {
  readonly name: 'chartDown' | 'chartUp'
  readonly title: string
  readonly samples: Parameters<typeof toSpeeds>[0]
}

function SpeedChart({ name, title, samples }: SpeedChartProps) {
  const t = useText()
  const speeds = toSpeeds(samples)
  return (
    <div>
      <h3>{title}</h3>
      <LineChart
        label={t(words[name], { mbps: toFigure(speeds.at(-1)?.mbps ?? 0) })}
        points={speeds.map(({ atMs, mbps }) => ({ x: atMs, y: mbps }))}
        maxX={Math.max(CHART_MS, speeds.at(-1)?.atMs ?? 0)}
        unit="Mbit/s"
      />
    </div>
  )
}

/** Copies, and where the device can, hands on to another app. */
function ResultButtons({ text }: { text: string }) {
  const t = useText()
  const share = async () => {
    const data = { title: document.title, text, url: location.origin + location.pathname }
    await navigator.share(data).catch(() => undefined) // the visitor changed their mind
  }
  return (
    <>
      <CopyButton text={text} label={t(words.copy)} />
      {typeof navigator !== 'undefined' && 'share' in navigator && (
        <Button kind="ghost" icon="Share" onClick={() => void share()}>
          {t(words.share)}
        </Button>
      )}
    </>
  )
}

function toSummary(figures: SpeedFigures, t: ReturnType<typeof useText>): string {
  const figure = (value: number | undefined) => (value === undefined ? '–' : toFigure(value))
  return t(words.summary, {
    down: figure(figures.downMbps),
    up: figure(figures.upMbps),
    idle: figure(figures.unloadedMs),
    loadedDown: figure(figures.downLoadedMs),
    loadedUp: figure(figures.upLoadedMs),
    jitter: figure(figures.jitterMs),
    grade: figures.grade ?? '–',
  })
}
