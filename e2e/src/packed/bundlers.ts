import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { succeed } from './succeed.js'
import { toPage } from './writeApp.js'

export type Bundler = {
  /** Packages that it is installed with; exact versions. */
  readonly tools: Readonly<Record<string, string>>
  /** Bundles the app in `folder` with its command; returns the folder to serve. */
  bundle(app: { readonly folder: string; readonly tools: string }): Promise<string>
}

const production = "'process.env.NODE_ENV'"

/**
 * Each runs by its command alone, with the settings of its own guide for an app with a stylesheet, and no configuration
 * file.
 */
export const bundlers = {
  vite: {
    tools: { vite: '8.3.8' },
    async bundle({ folder, tools }) {
      // from the sources, as it does in apps
      await runTool(tools, 'vite', ['build', folder, '--outDir', 'out-vite', '--logLevel', 'info'], folder)
      return join(folder, 'out-vite')
    },
  },
  esbuild: {
    tools: { esbuild: '0.27.7' },
    async bundle({ folder, tools }) {
      const out = join(folder, 'out-esbuild')
      const how = ['--bundle', '--splitting', '--format=esm', '--minify', '--target=es2022', '--log-level=info']
      const define = '--define:process.env.NODE_ENV="production"'
      await runTool(tools, 'esbuild', ['build/main.js', ...how, define, `--outdir=${out}`], folder)
      writeFileSync(join(out, 'index.html'), toPage({ script: '/main.js', style: '/main.css' }))
      return out
    },
  },
  webpack: {
    tools: { webpack: '5.112.2', 'webpack-cli': '7.3.1' },
    async bundle({ folder, tools }) {
      const out = join(folder, 'out-webpack')
      const how = ['--mode', 'production', '--experiments-css', '--output-module']
      const args = [
        'build',
        '--entry',
        './build/main.js',
        '--output-path',
        out,
        '--no-performance',
        '--stats',
        'errors-warnings',
        ...how,
      ]
      await runTool(tools, 'webpack', args, folder)
      writeFileSync(join(out, 'index.html'), toPage({ script: '/main.mjs', style: '/main.css' }))
      return out
    },
  },
  rollup: {
    tools: {
      rollup: '4.68.7',
      '@rollup/plugin-commonjs': '29.0.3',
      '@rollup/plugin-json': '6.1.0',
      '@rollup/plugin-node-resolve': '16.0.3',
      '@rollup/plugin-replace': '6.0.3',
      'rollup-plugin-import-css': '4.2.1',
    },
    async bundle({ folder, tools }) {
      const out = join(folder, 'out-rollup')
      const plugins = [
        'node-resolve={browser:true}',
        'commonjs',
        'json',
        `replace={${production}:'"production"',preventAssignment:true}`,
        'import-css={output:"main.css"}',
      ].flatMap((plugin) => ['--plugin', plugin])
      const args = ['--input', join(folder, 'build/main.js'), '--dir', out, '--format', 'es', ...plugins]
      // it resolves its plugins from the working directory
      await runTool(tools, 'rollup', args, tools)
      writeFileSync(join(out, 'index.html'), toPage({ script: '/main.js', style: '/main.css' }))
      return out
    },
  },
} satisfies Readonly<Record<string, Bundler>>

/** Runs a bundler. Throws if its output mentions one of our packages, which means a warning about it. */
async function runTool(tools: string, name: string, args: readonly string[], cwd: string): Promise<void> {
  const output = await succeed(join(tools, 'node_modules/.bin', name), args, cwd)
  if (output.includes('@latchkey/')) throw new Error(`${name} warns about one of our packages:\n${output}`)
}
