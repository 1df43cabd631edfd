import { join } from 'node:path'

const packages = join(import.meta.dirname, '../../node_modules')

/**
 * What Node is given to check the types of all projects. TypeScript 7 takes an eighth of the time of 6. With more than
 * one checker, the inferred types of the commands depend on which comes first.
 */
export const compiler = [join(packages, 'typescript-native/bin/tsc'), '-b', '--checkers', '1']

/** AssemblyScript's own types are refused by TypeScript 7; 6 is here for tools that call it from JavaScript, too. */
export const assemblyCompiler = [join(packages, 'typescript/bin/tsc'), '-p', 'src/engine/assembly']
