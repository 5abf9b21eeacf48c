import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packPackage } from '../../../scripts/lib/packPackage.mjs'
import { root } from '../../../scripts/lib/root.mjs'

/** Returns the tarball of a package by its folder's name. Each is packed once, as a release packs it. */
export type Packer = (folder: string) => Promise<Tarball>
export type Tarball = { readonly name: string; readonly file: string }

export function createPacker(target: string): Packer {
  const packed = new Map<string, Promise<Tarball>>()
  const pack = async (folder: string): Promise<Tarball> => {
    const path = join(root, 'packages', folder)
    const { name } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as { readonly name: string }
    return { name, file: await packPackage(path, target) }
  }
  return (folder) => {
    const known = packed.get(folder) ?? pack(folder)
    packed.set(folder, known)
    return known
  }
}
