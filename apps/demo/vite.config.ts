import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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
          input: ['index', 'lab', 'gallery', 'members', 'wagmi', 'ssr', 'explorer'].map((name) =>
            file(`./${name}.html`),
          ),
        },
      },
}))
