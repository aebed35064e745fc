const LOOK_MS = 500

/**
 * Ends as by SIGTERM when the shell that npm runs a script in has ended: npm hands SIGTERM to that shell alone, which ends
 * without a word, and the program would go on with nobody to stop it.
 */
export function endWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined || process.platform === 'win32') return
  const shell = process.ppid
  const look = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  look.unref()
}
