import type { Plugin } from 'vite'

/** While developing, answers page requests with the server-rendered page, as the real server does. */
export function devRenderPlugin(): Plugin {
  return {
    name: 'octet-dev-render',
    configureServer: (server) => () => {
      server.middlewares.use(async (request, response, next) => {
        try {
          const { render } = (await server.ssrLoadModule('/app/entry-server.tsx')) as typeof import('../app/entry-server.tsx')
          const url = `http://${request.headers.host ?? 'localhost'}${request.originalUrl ?? '/'}`
          const answer = await render(new Request(url), {
            loggedIn: /(^|;\s*)token=[^;]/.test(request.headers.cookie ?? ''),
            dataState: {},
          })
          response.statusCode = answer.status
          answer.headers.forEach((value, name) => response.setHeader(name, value))
          const html = await answer.text()
          response.end(html ? await server.transformIndexHtml(request.originalUrl ?? '/', html) : '')
        } catch (error) {
          next(error)
        }
      })
    },
  }
}
