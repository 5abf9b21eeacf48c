import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './answer.js'
import { toJsonAnswer } from './answer.js'
import type { Route, Routes } from './route.js'
import { SiteFault } from './SiteFault.js'
import { sendAnswer } from './sendAnswer.js'

export type ServeRoutesOptions = {
  readonly routes: Routes
  readonly isSecure: boolean
  readonly warn: (cause: unknown) => void
}

/** Answers a request by its route, or says what is wrong with it in the same shape everywhere: `{ error: { code, message } }`. */
export function serveRoutes({
  routes,
  isSecure,
  warn,
}: ServeRoutesOptions): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    try {
      sendAnswer(request, response, { answer: await answerRequest(routes, { request, signal: gone.signal }), isSecure })
    } catch (cause) {
      if (gone.signal.aborted) return
      if (!(cause instanceof SiteFault)) warn(cause)
      const { status, code, message, headers } =
        cause instanceof SiteFault ? cause : new SiteFault('Something broke here.', { status: 500, code: 'INTERNAL' })
      // what is left of the body is not read: the connection ends with the answer
      const close: Record<string, string> = request.complete ? {} : { connection: 'close' }
      const answer = toJsonAnswer({ error: { code, message } }, { status, headers: { ...headers, ...close } })
      sendAnswer(request, response, { answer, isSecure })
    }
  }
}

async function answerRequest(
  routes: Routes,
  { request, signal }: { request: IncomingMessage; signal: AbortSignal },
): Promise<Answer> {
  const { url = '/', method } = request
  // as it is: two slashes at its beginning name no host here
  const address = `http://site${url}`
  if (!url.startsWith('/') || !URL.canParse(address))
    throw new SiteFault('That is no address.', { status: 400, code: 'BAD_REQUEST' })
  const { pathname, searchParams: params } = new URL(address)
  const folder = pathname.slice(0, pathname.lastIndexOf('/') + 1)
  const verb = method === 'HEAD' ? 'GET' : method
  const find = (path: string): Route | undefined => {
    const key = `${verb} ${path}`
    return Object.hasOwn(routes, key) ? routes[key as keyof Routes] : undefined
  }
  const whole = find(pathname)
  if (whole) return whole({ request, params, name: '', signal })
  const one = folder === '/' ? undefined : find(folder)
  if (one && pathname !== folder) return one({ request, params, name: pathname.slice(folder.length), signal })
  const others = (['GET', 'POST'] as const).filter((other) => Object.hasOwn(routes, `${other} ${pathname}`))
  if (others.length === 0) throw new SiteFault('There is nothing here.', { status: 404, code: 'NOT_FOUND' })
  throw new SiteFault(`Only ${others.join(' and ')} is answered here.`, {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    headers: { allow: others.join(', ') },
  })
}
