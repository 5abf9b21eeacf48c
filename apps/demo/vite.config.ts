import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const file = (path: string): string => new URL(path, import.meta.url).pathname

/** Puts the markup that `src/ssr/render.tsx` makes in plain Node into its page. */
const serverRendered: Plugin = {
  name: 'server-rendered',
  transformIndexHtml: async (html, { path, server }) => {
    if (!path.endsWith('ssr.html')) return html
    // the development server has the source, a build has just written its own
    const { render } = server
      ? await server.ssrLoadModule('/src/ssr/render.tsx')
      : await import(pathToFileURL(file('./dist/ssr/render.js')).href)
    return html.replace('<!--app-->', render())
  },
}

const pages = ['index', 'lab', 'gallery', 'members', 'wagmi', 'ssr', 'explorer'].map((name) => file(`./${name}.html`))

/**
 * Names one chunk for the modules that the same pages load at once. Without it, such a page is 80 small files, one for each set of dynamic
 * imports that share a module.
 */
function nameSharedChunk(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  let loaded: ReadonlyMap<string, ReadonlySet<string>> | undefined
  return (id, context) => {
    loaded ??= new Map(pages.map((page) => [basename(page, '.html'), listStaticImports(page, context)]))
    const names = [...loaded].filter(([, modules]) => modules.has(id)).map(([name]) => name)
    return names.length > 1 ? names.join('-') : null
  }
}

function listStaticImports(page: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([page])
  for (const id of found) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), serverRendered],
  build: isSsrBuild
    ? { outDir: 'dist/ssr' }
    : {
        target: 'es2022',
        outDir: 'dist/site',
        // data URLs in CSS would ask for more than our policy allows
        assetsInlineLimit: 0,
        rollupOptions: {
          input: pages,
          output: { codeSplitting: { groups: [{ name: nameSharedChunk(), debugName: 'shared' }] } },
        },
      },
}))
