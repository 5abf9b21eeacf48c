// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/**
 * Stands in for Safe's factory of passkey signers 0.2.1, as the published package has only 0.2.0 of it: signers have the addresses and
 * the code of 0.2.1. Everything that verifies a signature is Safe's.
 */
contract SignerFactory {
  address public immutable SINGLETON;

  /// Creation code of Safe's signer proxy 0.2.1.
  bytes private constant PROXY =
    hex"610100346100ad57601f6101b538819003918201601f19168301916001600160401b038311848410176100b2578084926080"
    hex"946040528339810103126100ad578051906001600160a01b03821682036100ad576020810151604082015160609092015192"
    hex"6001600160b01b03841684036100ad5760805260a05260c05260e05260405160ec90816100c98239608051816082015260a0"
    hex"5181604d015260c051816027015260e0518160010152f35b600080fd5b634e487b7160e01b600052604160045260246000fd"
    hex"fe7f000000000000000000000000000000000000000000000000000000000000000060b63601527f00000000000000000000"
    hex"0000000000000000000000000000000000000000000060a03601527f00000000000000000000000000000000000000000000"
    hex"0000000000000000000036608001523660006080376000806056360160807f00000000000000000000000000000000000000"
    hex"000000000000000000000000005af43d600060803e60b1573d6080fd5b3d6080f3fea26469706673582212201660515548d1"
    hex"5702d720bbc046b457ca85e941a4559ab9f9518488e4c82e5ee964736f6c634300081a0033";

  constructor(address singleton) {
    SINGLETON = singleton;
  }

  function getSigner(uint256 x, uint256 y, uint176 verifiers) public view returns (address) {
    bytes32 codeHash = keccak256(code(x, y, verifiers));
    return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), bytes32(0), codeHash)))));
  }

  /// Does nothing for a signer that exists.
  function createSigner(uint256 x, uint256 y, uint176 verifiers) external returns (address signer) {
    signer = getSigner(x, y, verifiers);
    if (signer.code.length > 0) return signer;
    bytes memory creation = code(x, y, verifiers);
    assembly {
      signer := create2(0, add(creation, 32), mload(creation), 0)
    }
    require(signer != address(0));
  }

  function code(uint256 x, uint256 y, uint176 verifiers) private view returns (bytes memory) {
    return abi.encodePacked(PROXY, abi.encode(SINGLETON, x, y, verifiers));
  }
}
