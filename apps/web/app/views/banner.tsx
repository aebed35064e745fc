import './banner.css'
import { CELL, toBannerPaths } from '../dev/banner-paths.ts'
import { useText } from '../lang.tsx'
import { ResultPane } from '../result/result-pane.tsx'
import { bannerText } from '../text/banner.ts'
import type { ToolState } from '../tool/view.ts'

type Input = { readonly text: string }
type Output = { readonly text: string; readonly columns: number; readonly rows: number }

/** Letters of blocks, lines and dots as a picture, since few fonts draw these in one width; plain ASCII as it is. */
export function Result(tool: ToolState<Input, Output>) {
  const t = useText()
  const { input, result, isRunning, error } = tool
  if (!result || /^[\n -~]*$/.test(result.text)) return <ResultPane {...(tool as ToolState)} />
  const { columns, rows, filled, lines, letters } = toBannerPaths(result.text)
  const [width, height] = [columns * CELL.width, rows * CELL.height]
  return (
    <div className={`result banner ${isRunning ? 'is-running' : ''} ${error ? 'is-stale' : ''}`} aria-busy={isRunning}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width * 0.8} height={height * 0.8} role="img" aria-label={input.text}>
        <path d={filled} />
        <path d={lines} className="banner-lines" />
        {letters.map(({ char, x, y }) => (
          <text key={`${x} ${y}`} x={x} y={y + CELL.height * 0.75}>
            {char}
          </text>
        ))}
      </svg>
      <p className="quiet">{t(bannerText.size, { columns: result.columns, rows: result.rows })}</p>
    </div>
  )
}
