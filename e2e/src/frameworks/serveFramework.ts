import { serveExample } from '@latchkey/example-html/serve'
import { preview } from 'vite'
import { exampleRpcUrl, type Framework, toExampleFolder } from './examples.js'

export type RunningExample = {
  readonly url: string
  /** The origin of the page and its scripts. */
  readonly origins: readonly string[]
  stop(): Promise<void>
}

/** A strict policy: nothing inline, no eval, no sink without Trusted Types. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  `connect-src 'self' ${new URL(exampleRpcUrl).origin}`,
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

/** Serves the build of an example on localhost. */
export async function serveFramework(name: Framework): Promise<RunningExample> {
  if (name === 'html') {
    const { url, cdnUrl, stop } = await serveExample({ rpcUrl: exampleRpcUrl })
    return { url, origins: [url, cdnUrl], stop }
  }
  const server = await preview({
    root: toExampleFolder(name),
    configFile: false,
    logLevel: 'error',
    preview: { host: 'localhost', port: 4300, headers: { 'Content-Security-Policy': policy } },
  })
  const url = server.resolvedUrls?.local[0] ?? ''
  return { url, origins: [url], stop: () => server.close() }
}
