/** Writes dist/: modules for `import`, and in dist/commonjs the same for `require`. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
const compile = (project) => execFileSync(process.execPath, [compiler, '-p', project], { stdio: 'inherit' });

process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
compile('tsconfig.json');
compile('tsconfig.commonjs.json');
// Says of the files beside it that they are no ECMAScript modules, to Node and to TypeScript.
writeFileSync('dist/commonjs/package.json', '{ "type": "commonjs" }\n');
