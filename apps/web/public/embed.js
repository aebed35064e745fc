/*
 * Octet widget: <script src="https://your.octet/embed.js" data-tool="json" async></script>
 * Attributes: data-tool (id of a tool), data-lang (en, zh), data-theme (light, dark), data-query (options as in the
 * tool's address), data-title, data-height (pixels until the frame has told its own).
 * The frame stands after the script. Only messages from this frame and from the script's own origin are heeded.
 */
;(() => {
  const script = document.currentScript
  if (!script) return
  const { tool = '', lang, theme, query = '', title, height = '420' } = script.dataset
  const origin = new URL(script.src).origin
  if (!/^[a-z0-9-]+$/.test(tool)) {
    console.error(`Octet: data-tool: expected the id of a tool, got “${tool}”`)
    return
  }
  const isChinese = (lang ?? script.closest('[lang]')?.lang ?? '').toLowerCase().startsWith('zh')
  const words = new URLSearchParams(query)
  if (theme === 'light' || theme === 'dark') words.set('theme', theme)
  const frame = document.createElement('iframe')
  frame.src = `${origin}${isChinese ? '/zh' : ''}/embed/${tool}${words.size > 0 ? `?${words}` : ''}`
  frame.title = title ?? `Octet: ${tool}`
  frame.allow = 'clipboard-write; clipboard-read'
  frame.loading = 'lazy'
  frame.style.cssText = `display:block;width:100%;height:${Number(height) || 420}px;border:0;color-scheme:normal`
  frame.addEventListener('load', () => frame.contentWindow?.postMessage({ octet: 'hello' }, origin))
  addEventListener('message', ({ source, origin: sender, data }) => {
    if (source !== frame.contentWindow || sender !== origin) return
    if (data?.octet === 'ready') frame.contentWindow?.postMessage({ octet: 'hello' }, origin)
    if (data?.octet === 'size' && Number.isFinite(data.height))
      frame.style.height = `${Math.min(20000, Math.max(80, data.height))}px`
  })
  script.after(frame)
})()
