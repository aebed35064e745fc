type Calls = {
  readonly endpoints: readonly { readonly method: string; readonly path: string }[]
  readonly tools: readonly { readonly id: string; readonly call?: string }[]
}

/** Gives the methods that the calls at a path take, GET with HEAD; none where there is no call (RFC 9110 §15.5.6). */
export function createMethodFinder({ endpoints, tools }: Calls): (path: string) => string[] {
  const ofTools = tools.flatMap(({ id, call }) => [`/v1/tools/${id}`, ...(call ? [`/v1/${call}`] : [])])
  const calls = [...endpoints, ...ofTools.map((path) => ({ method: 'POST', path }))].map(({ method, path }) => ({
    method,
    parts: path.split('/'),
  }))
  return (path) => {
    const wanted = path.split('/')
    const found = calls.filter(({ parts }) => isPlace(parts, wanted)).map(({ method }) => method)
    return [...new Set(found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
  }
}

function isPlace(parts: readonly string[], wanted: readonly string[]): boolean {
  return (
    parts.length === wanted.length &&
    parts.every((part, index) => part === wanted[index] || (part.startsWith(':') && wanted[index] !== ''))
  )
}
