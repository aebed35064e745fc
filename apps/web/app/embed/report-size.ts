/**
 * Tells the page around the frame how high the content is. That page asks once it hears «ready» (`embed.js` does), so that
 * heights go to nobody but the window and the origin that asked.
 */
export function reportSize(): () => void {
  if (window.parent === window) return () => undefined
  let origin: string | undefined
  let lastPx = 0
  const report = () => {
    const heightPx = Math.ceil(document.getElementById('root')?.getBoundingClientRect().height ?? 0)
    if (origin === undefined || heightPx === lastPx) return
    lastPx = heightPx
    window.parent.postMessage({ octet: 'size', height: heightPx }, origin)
  }
  const onMessage = ({ source, origin: sender, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !isAsking(data)) return
    // A page without an origin of its own (a file, a sandbox) can be answered by `*` only; a height is no secret.
    origin = sender === 'null' ? '*' : sender
    lastPx = 0
    report()
  }
  const observer = new ResizeObserver(report)
  const root = document.getElementById('root')
  if (root) observer.observe(root)
  document.documentElement.classList.add('in-frame')
  window.addEventListener('message', onMessage)
  window.parent.postMessage({ octet: 'ready' }, '*')
  return () => {
    observer.disconnect()
    window.removeEventListener('message', onMessage)
  }
}

const isAsking = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'octet' in data && data.octet === 'hello'
