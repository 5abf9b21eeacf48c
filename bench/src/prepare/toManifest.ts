type Versions = Readonly<Record<string, string>>

export type ManifestOptions = {
  /** The repository's packages: path of the tarball by name. */
  readonly tarballs: Versions
  /** The repository's overrides. */
  readonly pins: Versions
  readonly react: string
  /** Other packages that the app uses, by name and version. */
  readonly others?: Versions
}

/** Returns the package.json of an app. */
export function toManifest({ tarballs, pins, react, others = {} }: ManifestOptions): object {
  const ours = Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]))
  return {
    name: 'measured-app',
    private: true,
    type: 'module',
    dependencies: { ...ours, ...others, react, 'react-dom': react },
    // the tarballs depend on each other by version, and those versions may not be published
    pnpm: { overrides: { ...pins, ...ours } },
  }
}
