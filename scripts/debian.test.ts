import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingPrograms, requirePrograms, testPrograms } from './debian.ts';

test('programs that are there cost nothing', () => {
  requirePrograms([...testPrograms, { command: 'sh', package: 'dash', why: 'scripts' }]);
});

test('of programs that are missing it is said what they are for and how to install them', () => {
  const absent = { command: 'no-such-program', package: 'absent-package', why: 'a test' };
  assert.equal(missingPrograms([{ command: 'sh', package: 'dash', why: 'scripts' }]), undefined);
  assert.equal(
    missingPrograms([absent]),
    'no-such-program (a test). As root: apt-get -o DPkg::Lock::Timeout=300 update && apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends absent-package',
  );
});

test('a Python without a module is as good as none', () => {
  const python = { command: '/usr/bin/python3', why: 'a test' };
  assert.equal(missingPrograms([{ ...python, module: 'json', package: 'python3' }]), undefined);
  const absent = { ...python, module: 'no_such_module', package: 'absent-package' };
  assert.match(missingPrograms([absent])!, /^no_such_module \(a test\)\. As root: .* absent-package$/);
});
