type Versions = Readonly<Record<string, string>>

export type ManifestOptions = {
  /** Our packages: path of the tarball by name. */
  readonly tarballs: Versions
  /** What the repository pins. */
  readonly pins: Versions
  readonly react: string
}

/** The package.json of an app that has only EVM. */
export function toManifest({ tarballs, pins, react }: ManifestOptions): object {
  const ours = Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]))
  return {
    name: 'evm-only-app',
    private: true,
    type: 'module',
    dependencies: { ...ours, react, 'react-dom': react },
    // the tarballs name each other by version, and those versions may not be published
    pnpm: { overrides: { ...pins, ...ours } },
  }
}
