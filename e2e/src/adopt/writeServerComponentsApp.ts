import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AppChain } from '../packed/writeApp.js'

/**
 * Writes an app whose page is a Server Component that imports our components, and whose `server.js` serves its build on
 * `PORT`. Only Providers.jsx has the directive `'use client'`.
 */
export function writeServerComponentsApp(folder: string, { id, name, rpcUrl }: AppChain): void {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = { id, name, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } }
  const files = { ...app, 'src/chain.js': `export const chain = ${JSON.stringify(chain)}\n` }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

const app = {
  'src/Page.jsx': `import { ConnectButton, NetworkButton } from '@latchkey/ui-react'
import { Account } from './Account.jsx'
import { Providers } from './Providers.jsx'

export async function Page() {
  return (
    <html lang="en">
      <head>
        <title>A shop</title>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <Providers>
          <NetworkButton />
          <ConnectButton />
          <Account />
        </Providers>
      </body>
    </html>
  )
}
`,
  'src/Providers.jsx': `'use client'
import { evm } from '@latchkey/adapter-evm'
import { createModal, LatchkeyProvider } from '@latchkey/ui-react'
import { chain } from './chain.js'

const modal = createModal({ adapters: [evm({ networks: [chain] })] })

export function Providers({ children }) {
  return <LatchkeyProvider modal={modal}>{children}</LatchkeyProvider>
}
`,
  'src/Account.jsx': `'use client'
import { useAccount } from '@latchkey/ui-react'

export function Account() {
  return <output>{useAccount().address ?? 'none'}</output>
}
`,
  'src/entry.rsc.jsx': `import { renderToReadableStream } from '@vitejs/plugin-rsc/rsc'
import { Page } from './Page.jsx'

export default async function handle(request) {
  const tree = renderToReadableStream(<Page />)
  if (new URL(request.url).pathname === '/tree') return new Response(tree, { headers: { 'content-type': 'text/x-component' } })
  const ssr = await import.meta.viteRsc.loadModule('ssr', 'index')
  return new Response(await ssr.renderPage(tree), { headers: { 'content-type': 'text/html' } })
}
`,
  'src/entry.ssr.jsx': `import { createFromReadableStream } from '@vitejs/plugin-rsc/ssr'
import { renderToReadableStream } from 'react-dom/server.edge'

export async function renderPage(tree) {
  const bootstrapScriptContent = await import.meta.viteRsc.loadBootstrapScriptContent('index')
  return renderToReadableStream(await createFromReadableStream(tree), { bootstrapScriptContent })
}
`,
  'src/entry.browser.jsx': `import { createFromFetch } from '@vitejs/plugin-rsc/browser'
import { hydrateRoot } from 'react-dom/client'

hydrateRoot(document, await createFromFetch(fetch('/tree')), {
  onRecoverableError: (error) => console.error(error),
})
`,
  'vite.config.js': `import rsc from '@vitejs/plugin-rsc'

const entry = (name) => ({ build: { rollupOptions: { input: { index: \`./src/entry.\${name}.jsx\` } } } })

export default {
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [rsc()],
  environments: { rsc: entry('rsc'), ssr: entry('ssr'), client: entry('browser') },
}
`,
  'server.js': `import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import handle from './dist/rsc/index.js'

createServer(async ({ url = '/' }, response) => {
  if (url.startsWith('/assets/')) {
    const type = url.endsWith('.js') ? 'text/javascript' : 'application/octet-stream'
    response.setHeader('content-type', type).end(await readFile(\`dist/client\${url}\`))
    return
  }
  const { body, headers } = await handle(new Request(new URL(url, 'http://localhost')))
  response.setHeader('content-type', headers.get('content-type'))
  Readable.fromWeb(body).pipe(response)
}).listen(Number(process.env.PORT), '127.0.0.1')
`,
}
