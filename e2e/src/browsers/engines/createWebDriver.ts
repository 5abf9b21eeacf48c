export type WebDriver = {
  /** Sends a command to the running session, e.g. `POST`, `/url`. Throws the driver's error. */
  command(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>
  readonly capabilities: { readonly browserVersion: string }
}

/** Timeout of a command; it is the driver's own limit for loading a page. */
const deadline = 30_000

/** Starts a W3C WebDriver session in a browser with an empty profile. */
export async function createWebDriver(url: string, capabilities: object): Promise<WebDriver> {
  const session = (await call(`${url}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } })) as {
    readonly sessionId: string
    readonly capabilities: WebDriver['capabilities']
  }
  return {
    capabilities: session.capabilities,
    command: (method, path, body) => call(`${url}/session/${session.sessionId}${path}`, method, body),
  }
}

async function call(url: string, method: string, body: object = {}): Promise<unknown> {
  const response = await fetch(url, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(deadline),
  })
  const { value } = (await response.json()) as { readonly value: unknown }
  if (response.ok) return value
  const { error, message } = value as { readonly error: string; readonly message: string }
  throw new Error(`${method} ${new URL(url).pathname.replace(/^\/session\/[^/]+/, '')}: ${error}. ${message}`)
}
