import { VersionActions } from 'nx/release';

/**
 * How `nx release` reads and writes versions: in `package.json`, without asking a registry. All packages of the workspace have
 * one version, and name each other with it.
 */
export default class PackageVersions extends VersionActions {
  validManifestFilenames = ['package.json'];

  readCurrentVersionFromSourceManifest(tree) {
    const manifestPath = `${this.projectGraphNode.data.root}/package.json`;
    return Promise.resolve({
      manifestPath,
      currentVersion: JSON.parse(tree.read(manifestPath, 'utf8')).version,
    });
  }

  readCurrentVersionFromRegistry() {
    return Promise.resolve(null);
  }

  readCurrentVersionOfDependency() {
    return Promise.resolve({ currentVersion: null, dependencyCollection: null });
  }

  updateProjectVersion(tree, newVersion) {
    return this.#update(tree, (manifest) => {
      const others = Object.keys(manifest).filter((key) => key.endsWith('ependencies'));
      const named = others.map((key) => [key, this.#withVersion(manifest[key], newVersion)]);
      return { ...manifest, version: newVersion, ...Object.fromEntries(named) };
    });
  }

  updateProjectDependencies() {
    return Promise.resolve([]); // updateProjectVersion has written them.
  }

  #withVersion(dependencies, newVersion) {
    return Object.fromEntries(
      Object.entries(dependencies).map(([name, version]) => [
        name,
        isOwn(name) ? newVersion : version,
      ]),
    );
  }

  #update(tree, change) {
    const changed = this.manifestsToUpdate.map(({ manifestPath }) => {
      const manifest = change(JSON.parse(tree.read(manifestPath, 'utf8')));
      tree.write(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
      return `New version ${manifest.version} written to ${manifestPath}`;
    });
    return Promise.resolve(changed);
  }
}

function isOwn(name) {
  return name === 'chatferry' || name.startsWith('@chatferry/');
}
